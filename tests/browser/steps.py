"""What people do in a browser, whatever the game: open a room, join, start, give a command, look."""

import json


class Browser:
    """One person's browser. `page` is their tab; faults that it reports fail the test at `stays_clean`."""

    def __init__(self, chromium, site, name, **facts):
        facts = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"} | facts
        self.context = chromium.new_context(**facts)
        self.site, self.name, self.faults = site, name, []
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._hears)

    def _hears(self, message):
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def opens_room(self, slug, **options):
        """Make a room by the options form; return its address."""
        self.page.goto(f"{self.site.url}/new/{slug}/")
        self.page.fill("[name=name]", self.name)
        for key, value in options.items():
            field = self.page.locator(f"[name={key}]")
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        self.page.locator("main form button.primary").click()
        self.page.wait_for_url("**/r/*/")
        self.url = self.page.url
        return self.url

    def joins(self, url):
        """Open a room's address and join by name: a seat while one is free, else to watch."""
        self.url = url
        self.page.goto(url)
        self.page.locator("form[action$='/join/'] [name=name]").fill(self.name)
        self.page.locator("form[action$='/join/'] button").click()
        self.page.wait_for_selector("#status[data-joined]")

    def watches(self, url):
        """Open a room's address without joining."""
        self.url = url
        self.page.goto(url)

    def starts(self):
        self.page.locator("form[action$='/start/'] button").click()
        self.page.wait_for_selector("#status[data-scene=match]")

    @property
    def code(self):
        return self.url.rstrip("/").split("/")[-1]

    def sees(self):
        """This browser's view.json."""
        return self.context.request.get(f"{self.site.url}/r/{self.code}/view.json").json()

    def form(self, command):
        """The form that gives this command."""
        text = json.dumps(command, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return self.page.locator(f"form[data-command='{text}']")

    def asked(self):
        """Wait until this player owes a command and the page shows what there is to choose from; return their view.

        What they gave before has to have been taken, as it is after `gives`: otherwise the page still asks for that.
        """
        self.page.wait_for_selector("#status[data-mine]", timeout=20_000)  # bots think, one after another
        seen = self.sees()
        assert seen["commands"], (self.name, seen["version"], "it is their move, and there is none")
        self.shows(seen["version"])
        return seen

    def gives(self, command, press=None):
        """Give a command, by `press` or else by its form wherever that is; wait until it was taken and the page shows
        what came of it. Others may move meanwhile: that the version is a later one proves nothing about this command.
        """
        press = press or (lambda: self.form(command).first.evaluate("form => form.requestSubmit()"))
        with self.page.expect_response(
            lambda answer: answer.request.method == "POST" and answer.url == f"{self.url}command/"
        ) as given:
            press()
        assert given.value.status < 400, (self.name, command, given.value.status)
        self.catches_up()

    def reads(self, selector):
        return self.page.locator(selector).inner_text()

    def catches_up(self):
        """Wait until the page shows the version that the server has."""
        self.shows(self.sees()["version"])

    def shows(self, version):
        """Wait until the page shows this version, or a later one."""
        self.page.wait_for_function(
            "version => Number(document.getElementById('status').dataset.stamp.split('.')[2]) >= version", arg=version
        )

    def stays_clean(self):
        assert not self.faults, (self.name, self.faults)

    def leaves(self):
        self.context.close()


def waits(page, until, seconds=10):
    """Let the page go on until something holds that is not on the page."""
    for _ in range(seconds * 20):
        if until():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not come to hold")


def tab_to(page, selector, most=80):
    """Press Tab until the focus is on (or in) what `selector` names; the only way there for those without a mouse."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => !!document.activeElement.closest(selector)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")
