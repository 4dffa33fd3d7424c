"""Forms are UTF-8, whatever a request says of itself: other encodings can carry what is no text, or are none at all."""

from asgiref.sync import iscoroutinefunction
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def read_as_utf8(get_response):
    """Read every request as UTF-8. Stands before whatever else looks at a request."""
    if iscoroutinefunction(get_response):

        async def answer(request):
            request.encoding = "utf-8"
            return await get_response(request)

    else:

        def answer(request):
            request.encoding = "utf-8"
            return get_response(request)

    return answer
