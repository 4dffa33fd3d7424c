"""Accounts, if one wants: sign up, in and out, the password, what one has played, and one's data to take or to delete.

Django's own views do the work; here they meet the person behind the session, limits on tries, and our refusals.
"""

from __future__ import annotations

import functools
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django.views.generic import FormView

from .. import accounts, history, limits
from ..models import Person
from ..views import View, answers, person_of, person_or_new
from . import account_forms as forms

SILENT = "django.core.mail.backends.dummy.EmailBackend"
"""How mail is sent where no mail server is set."""


def account_of(request: HttpRequest) -> Any:
    """Return the account that this browser plays for; None for a guest, also for one whom only the admin knows."""
    person = person_of(request)
    return person.user if person is not None else None


def needs_account(view: View) -> View:
    """Send guests to sign in, and back."""

    @functools.wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if account_of(request) is None:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return asked


class Refusing(FormView):
    """A form that is refused says why, beside its fields, with the status of a refusal."""

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=422)


# In and out -----------------------------------------------------------------------------------------------------------


def _come_in(request: HttpRequest, user: Any, guest: Person | None) -> None:
    """Sign this browser in, and give the account what its guest had. The session gets another key."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    request.session["person"] = str(accounts.come_in(user, guest, timezone.now()).pk)


class SignIn(Refusing, auth_views.LoginView):
    template_name = "account/sign_in.html"
    authentication_form = forms.SignInForm

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if account_of(request) is not None:
            return HttpResponseRedirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        limits.check_passwords(request, _name_given(request))
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: Any) -> HttpResponse:
        limits.wrong_password(self.request, _name_given(self.request))
        return super().form_invalid(form)

    def form_valid(self, form: Any) -> HttpResponse:
        _come_in(self.request, form.get_user(), person_of(self.request))
        return HttpResponseRedirect(self.get_success_url())


def _name_given(request: HttpRequest) -> str:
    return request.POST.get("username", "")[:150]


class SignUp(Refusing, auth_views.RedirectURLMixin, FormView):
    template_name = "account/sign_up.html"
    form_class = forms.SignUpForm
    next_page = reverse_lazy("account")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if account_of(request) is not None:
            return HttpResponseRedirect(self.get_success_url())
        return super().get(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        limits.new_account(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        guest = person_of(self.request)
        try:
            with transaction.atomic():
                user = form.save()
        except IntegrityError:  # somebody else took the name while this form was checked
            form.add_error("username", form.instance.unique_error_message(type(form.instance), ["username"]))
            return self.form_invalid(form)
        _come_in(self.request, user, guest)
        messages.success(self.request, _("You have an account. What you play from now on is kept in it."))
        return HttpResponseRedirect(self.get_success_url())

    def get_context_data(self, **facts: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_redirect_url(), **facts)


@answers
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Leave the account: this browser is a newcomer's again. A guest, who could not come back, stays who they are."""
    if account_of(request) is not None:
        logout(request)
        messages.success(request, _("You have signed out."))
    return redirect("home")


sign_in = answers(SignIn.as_view())
sign_up = answers(sensitive_post_parameters()(SignUp.as_view()))


# The account itself ---------------------------------------------------------------------------------------------------


@answers
@require_GET
def overview(request: HttpRequest) -> HttpResponse:
    """Who one is, how one has done, what one has played. A guest has the same page, and keeps it by signing up."""
    person = person_of(request)
    facts = {
        "person": person,
        "account": person.user if person else None,
        "figures": history.figures(person) if person else [],
        "played": history.matches_of(person, request.GET.get("page", "1")) if person else [],
    }
    return render(request, "account/overview.html", facts)


class Name(Refusing):
    template_name = "account/name.html"
    form_class = forms.NameForm
    success_url = reverse_lazy("account")

    def get_initial(self) -> dict[str, Any]:
        person = person_of(self.request)
        return {"name": person.name if person else ""}

    def form_valid(self, form: Any) -> HttpResponse:
        new = form.cleaned_data["name"]
        Person.objects.filter(pk=person_or_new(self.request).pk).update(name=new)
        messages.success(self.request, _("From now on you are {name}.").format(name=new))
        return super().form_valid(form)


class Proving(Refusing):
    """A form that asks for the account's password. Wrong ones are counted like those at the door."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        limits.check_passwords(request, account_of(request).get_username())
        return super().post(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"user": account_of(self.request)}

    def form_invalid(self, form: Any) -> HttpResponse:
        if any(form.has_error(field, "password_incorrect") for field in ("password", "old_password")):
            limits.wrong_password(self.request, form.user.get_username())
        return super().form_invalid(form)


class Password(Proving, auth_views.PasswordChangeView):
    template_name = "account/password.html"
    form_class = forms.PasswordForm
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password is changed. Other browsers have been signed out."))
        return super().form_valid(form)


class Email(Proving):
    template_name = "account/email.html"
    form_class = forms.EmailForm
    success_url = reverse_lazy("account")

    def get_initial(self) -> dict[str, Any]:
        return {"email": account_of(self.request).email}

    def form_valid(self, form: Any) -> HttpResponse:
        form.user.email = form.cleaned_data["email"]
        form.user.save(update_fields=["email"])
        messages.success(self.request, _("Your e-mail address is changed."))
        return super().form_valid(form)


name = answers(Name.as_view())
password = answers(needs_account(Password.as_view()))
email = answers(needs_account(sensitive_post_parameters()(Email.as_view())))


# A forgotten password -------------------------------------------------------------------------------------------------


class Reset(Refusing, auth_views.PasswordResetView):
    template_name = "account/reset.html"
    form_class = forms.ResetForm
    email_template_name = "account/reset_mail.txt"
    subject_template_name = "account/reset_subject.txt"
    success_url = reverse_lazy("reset_sent")

    def form_valid(self, form: Any) -> HttpResponse:
        limits.reset(self.request, form.cleaned_data["email"])
        return super().form_valid(form)


class NewPassword(Refusing, auth_views.PasswordResetConfirmView):
    template_name = "account/new_password.html"
    form_class = forms.NewPasswordForm
    reset_url_token = "new"  # noqa: S105  (the last part of an address)
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("You have a new password. Sign in with it."))
        return super().form_valid(form)

    def render_to_response(self, facts: dict[str, Any], **kwargs: Any) -> HttpResponse:
        return super().render_to_response(facts, **({} if self.validlink else {"status": 404}) | kwargs)


@answers
@require_http_methods(["GET", "POST"])
def reset(request: HttpRequest) -> HttpResponse:
    """Ask for a mail with a link. The answer is the same whether the address is an account's or not."""
    if settings.EMAIL_BACKEND == SILENT:
        return render(request, "account/no_mail.html", status=422 if request.method == "POST" else 200)
    return Reset.as_view()(request)


@answers
@require_GET
def reset_sent(request: HttpRequest) -> HttpResponse:
    """What happens next."""
    return render(request, "account/reset_sent.html")


new_password = answers(NewPassword.as_view())


# One's data -----------------------------------------------------------------------------------------------------------


@answers
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """All that the site keeps of whoever asks, as a file."""
    person = person_of(request)
    facts = history.everything(person, request.build_absolute_uri) if person else {}
    answer = JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="standoff-account.json"'
    return answer


class Delete(Proving):
    template_name = "account/delete.html"
    form_class = forms.OwnPasswordForm

    def form_valid(self, form: Any) -> HttpResponse:
        return _forget(self.request)


class DeleteGuest(Refusing):
    template_name = "account/delete.html"
    form_class = forms.SureForm

    def form_valid(self, form: Any) -> HttpResponse:
        return _forget(self.request)


def _forget(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if person is not None:
        accounts.forget(person, timezone.now())
    logout(request)
    messages.success(request, _("What there was of you has been deleted."))
    return HttpResponseRedirect(reverse("home"))


@answers
@sensitive_post_parameters()
def delete(request: HttpRequest) -> HttpResponse:
    """Ask, and delete all that there is of whoever asks: an account by its password, a guest by their word."""
    page = DeleteGuest if account_of(request) is None else Delete
    return page.as_view()(request)
