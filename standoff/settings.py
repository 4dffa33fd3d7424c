"""Settings, from environment variables with safe defaults. README.md lists the variables."""

import os
import secrets
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

ENV = env.str("STANDOFF_ENV", "development")
if ENV not in ("development", "production"):
    raise ImproperlyConfigured(f"STANDOFF_ENV is {ENV!r}; it can be development or production.")
PRODUCTION = ENV == "production"

DATA_DIR = Path(
    env.str("STANDOFF_DATA", "")
    or Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "standoff"
).expanduser()  # fmt: skip
KEY_FILE = DATA_DIR / "secret-key"

DEBUG = env.bool("STANDOFF_DEBUG", False)
SECRET_KEY = env.str("STANDOFF_SECRET_KEY", "") or (KEY_FILE.read_text().strip() if KEY_FILE.is_file() else "")
ALLOWED_HOSTS = env.list(
    "STANDOFF_HOSTS", default=[] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]", "testserver"]
)
CSRF_TRUSTED_ORIGINS = env.list("STANDOFF_ORIGINS", default=[])
BEHIND_PROXY = env.bool("STANDOFF_BEHIND_PROXY", False)
PROCESSES = env.int("STANDOFF_PROCESSES", 1)
ONE_CORE = env.bool("STANDOFF_ONE_CORE", True)
REDIS_URL = env.str("REDIS_URL", "")

if PRODUCTION:
    if DEBUG:
        raise ImproperlyConfigured("STANDOFF_DEBUG cannot be on in production: error pages would show secrets.")
    if len(SECRET_KEY) < 32:
        raise ImproperlyConfigured(
            "Set STANDOFF_SECRET_KEY to at least 32 random characters, or run `manage.py play` once."
        )
    if not ALLOWED_HOSTS or any(host.startswith(("*", ".")) for host in ALLOWED_HOSTS):
        raise ImproperlyConfigured("Set STANDOFF_HOSTS to the names this site is reached by; wildcards are refused.")
SECRET_KEY = SECRET_KEY or secrets.token_urlsafe(50)
if PROCESSES > 1 and not REDIS_URL:
    raise ImproperlyConfigured(
        "STANDOFF_PROCESSES is more than 1, but there is no REDIS_URL: on the in-memory layer one process would not "
        "hear of another's moves."
    )

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "games",
]

MIDDLEWARE = [
    "standoff.utf8.read_as_utf8",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.pages.standing.KeepOut",
]

ROOT_URLCONF = "standoff.urls"
ASGI_APPLICATION = "standoff.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
        },
    }
]

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "CONN_MAX_AGE": 600,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    },
}
if env.str("DATABASE_URL", ""):
    DATABASES = {"default": env.db_url("DATABASE_URL")}
    if DATABASES["default"]["ENGINE"] == SQLITE["ENGINE"]:
        DATABASES["default"] |= SQLITE
    elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
        # Every request and every job takes a connection from the pool, and gives it back.
        DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 2, "max_size": 20, "timeout": 20}
else:
    DATABASES = {"default": SQLITE | {"NAME": str(DATA_DIR / "standoff.sqlite3")}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The layer waits five seconds at a time for a message: a line given up by then would seem dead whenever it is quiet.
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": 10}]},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "account"

# Mail is for forgotten passwords alone. Without a server none is written, neither sent nor into a log.
MAIL_FROM = env.str("STANDOFF_MAIL_FROM", "")
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
EMAIL_TIMEOUT = 20
if env.str("EMAIL_URL", ""):
    if not MAIL_FROM:
        raise ImproperlyConfigured("EMAIL_URL is set: set STANDOFF_MAIL_FROM too, the address that mails come from.")
    vars().update(env.email_url("EMAIL_URL"))
    DEFAULT_FROM_EMAIL = SERVER_EMAIL = MAIL_FROM

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "standoff" / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"

SESSION_ENGINE = "standoff.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.views.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
if PRODUCTION:
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_SSL_REDIRECT = env.bool("STANDOFF_SSL_REDIRECT", True)
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOG_FORMAT = env.str("STANDOFF_LOG", "json" if PRODUCTION else "plain")
METRICS_TOKEN = env.str("STANDOFF_METRICS_TOKEN", "")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "{asctime}{levelname}{name}{message}",
            "style": "{",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "filters": {
        "mask_codes": {"()": "standoff.logs.MaskCodes"},
        "one_line": {"()": "standoff.logs.OneLine"},
        "places_only": {"()": "standoff.logs.PlacesOnly"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["mask_codes", "one_line", *([] if DEBUG else ["places_only"])],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.request": {"level": "ERROR"},
        "daphne": {"level": "WARNING"},
        "django.channels.server": {"level": "WARNING"},
    },
}
