"""A player's browser over a real connection: cookies, tokens, forms; nothing of Django's test client."""

import http.client
import json
import urllib.parse


class Wire:
    """One person at a site. Raises `OSError` or `HTTPException` when the site is not there."""

    def __init__(self, site, name):
        self.site, self.name, self.cookies, self.code = site, name, {}, ""

    def asks(self, method, path, fields=None, **headers):
        """Send one request; return (status, headers, text)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=20)
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "X-CSRFToken": self.cookies.get("csrftoken", ""),
            }
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _equals, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.headers, text

    def opens(self, game="standoff", **options):
        """Open a room; return its code."""
        self.asks("GET", "/")
        status, headers, text = self.asks("POST", f"/new/{game}/", {"name": self.name, **options})
        assert status == 302, text
        self.code = headers["Location"].strip("/").split("/")[-1]
        return self.code

    def joins(self, code):
        self.code = code
        self.asks("GET", "/")
        return self.posts("join", name=self.name)

    def posts(self, action, **fields):
        """Post to one of the room's routes; return the status."""
        return self.asks("POST", f"/r/{self.code}/{action}/", fields)[0]

    def sees(self):
        status, _headers, text = self.asks("GET", f"/r/{self.code}/view.json")
        assert status == 200, text
        return json.loads(text)

    def gives(self, command, version):
        """Give a command; return the status (302: it counts)."""
        return self.posts("command", command=json.dumps(command), version=version)
