"""Settings. Installations differ only in environment variables; without any, the server is in local mode.

PODIUM_DATA            folder of database and secret key (default: `var/` of a checkout, else the user's own)
PODIUM_PUBLIC_URL      https://podium.example.org: a server there (hashed files, secure cookies, HSTS)
PODIUM_HASHED_STATIC   1: hashed file names and `collectstatic`, as with a public URL
PODIUM_ALLOWED_HOSTS   further host names, separated by commas
PODIUM_DATABASE_URL    postgres://user:password@host:port/name instead of SQLite
PODIUM_DATABASE_CONNECTIONS  connections to PostgreSQL of one server process at most (default 16)
PODIUM_REDIS           redis://host:port/0: for more than one server process
PODIUM_WORKERS         worker processes that step runs (default: cores - 1, at least 1; 0: none, in slices)
PODIUM_WORKERS_REDIS   redis://host:port/0: `podium worker` on any machine steps runs (docs/workers.md)
PODIUM_WORKERS_KEY     the key that these servers and workers share; at least 16 characters
PODIUM_SECRET_KEY      instead of the key file in the data folder
PODIUM_TRUST_PROXY     1: take a client's address from X-Forwarded-For
PODIUM_KEEP_DAYS       days after which a run that nobody opened is removed (default 90; 0: never)
PODIUM_KEEP_SHARED_DAYS  the same for a run that another browser has opened (default 365; 0: never)
PODIUM_METRICS         host:port on which Prometheus reads metrics (default: nowhere)
PODIUM_METRICS_TOKEN   the bearer token that /metrics requires (default: /metrics does not exist)
PODIUM_LOG_JSON        1: the log as JSON, with the ids of request and run, and a line for each request
PODIUM_TRACES          1: traces with OpenTelemetry (the extra `traces`; OTEL_… say where they go)
PODIUM_ADMIN           1: staff pages at /staff/, for accounts of `podium createsuperuser` (default: absent)
PODIUM_DEBUG           1: Django's debug pages; never on a server
HOST, PORT             where to listen (default 127.0.0.1:8000)
CERT, KEY              files (PEM) of a certificate and its key: the server speaks https itself
"""

import contextlib
import hashlib
import os
import secrets
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF
from django.utils.translation import gettext_lazy as _

from playground import limits
from playground.paths import ASSETS, CHECKOUT, DATA
from playground.server.databases import SettingError, database, host_and_port, redis_address
from playground.server.lan import EVERYWHERE, lan_address
from playground.server.private_files import private_folder, unusable


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


TESTING = "pytest" in sys.modules
DEBUG = flag("PODIUM_DEBUG")
PUBLIC_URL = os.environ.get("PODIUM_PUBLIC_URL", "").rstrip("/")
HASHED_STATIC = bool(PUBLIC_URL) or flag("PODIUM_HASHED_STATIC")
HTTPS = PUBLIC_URL.startswith("https://")
HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = int(os.environ.get("PORT") or 8000)
CERT = os.environ.get("CERT", "")
KEY = os.environ.get("KEY", "")
ENCRYPTED = HTTPS or bool(CERT)
"""Whether browsers use https: through a proxy, or with this server itself."""


def made_once(path: Path) -> str:
    """The secret key, created at the first start and readable only by its owner."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
        ) as file:
            file.write(secrets.token_urlsafe(50))
        # When two processes start at once, one of them creates the key, and neither ever reads half a key.
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text(encoding="ascii").strip()


try:
    private_folder(DATA)
    SECRET_KEY = os.environ.get("PODIUM_SECRET_KEY") or made_once(DATA / "secret.key")
except OSError as error:
    raise SystemExit(f"podium: {unusable(DATA, error)}") from None


def allowed_hosts() -> list[str]:
    """Host names of this server: its public one, else those of this machine."""
    extra = [name.strip() for name in os.environ.get("PODIUM_ALLOWED_HOSTS", "").split(",") if name.strip()]
    if PUBLIC_URL:
        return [urlsplit(PUBLIC_URL).hostname or "", *extra, "localhost", "127.0.0.1"]
    names = ["localhost", "127.0.0.1", "[::1]", *extra]
    if HOST in EVERYWHERE:  # then also this machine's own name and addresses
        names.append(socket.gethostname().lower())
        try:
            addresses = socket.getaddrinfo(socket.gethostname(), None)
        except OSError:
            addresses = []
        names.append(lan_address() or "localhost")
        names += [f"[{row[4][0]}]" if ":" in str(row[4][0]) else str(row[4][0]) for row in addresses]
    else:
        names.append(f"[{HOST}]" if ":" in HOST else HOST)
    return sorted(set(names))


ALLOWED_HOSTS = allowed_hosts()
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []

INSTALLED_APPS = [
    "playground.server.static.static_files.StaticFiles",
    "channels",
    "csp",
    "django_htmx",
    "playground.gallery",
    "playground.runs",
    "playground.imports",
    "playground.lessons",
    "playground.classroom",
    "playground.site",
]
MIDDLEWARE = [
    "playground.server.static.immutable_files.immutable_files",
    "django.middleware.security.SecurityMiddleware",
    "playground.server.static.whole_files.whole_files",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Inside WhiteNoise, whose files are compressed already. It adds a random length to each answer, and the
    # CSRF token is masked anew each time, so the length of a page does not reveal its content (BREACH).
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "playground.server.http.overload.OverloadMiddleware",
    "playground.server.http.error_pages.pages_of_forms",
    "django.middleware.common.CommonMiddleware",
    "playground.imports.large_bodies.large_bodies",
    "playground.server.http.plain_texts.plain_texts",
    "playground.imports.body_limit.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "playground.runs.http.error_pages.TooManyRunsMiddleware",
    "playground.runs.http.error_pages.NoSuchStepMiddleware",
    "playground.runs.http.error_pages.StopsMiddleware",
    "playground.classroom.http.held_runs.HoldMiddleware",
]
ADMIN = flag("PODIUM_ADMIN")
if ADMIN:
    INSTALLED_APPS += [
        "django.contrib.admin.apps.SimpleAdminConfig",
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.messages",
        "playground.staff.apps.Staff",
    ]
    MIDDLEWARE += [
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ]
ROOT_URLCONF = "playground.urls"
ASGI_APPLICATION = "playground.asgi.application"
APPEND_SLASH = False

STAFF_CONTEXT = (
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ASSETS / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "csp.context_processors.nonce",
                *(STAFF_CONTEXT if ADMIN else ()),
            ],
        },
    }
]

# --- database: SQLite with settings for a server, or PostgreSQL ------------------------------------

try:
    DATABASES = {"default": database(os.environ, DATA)}
except SettingError as error:
    raise SystemExit(f"podium: {error}") from None
except OSError as error:
    raise SystemExit(f"podium: {unusable(DATA, error)}") from None
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

try:
    REDIS = redis_address(os.environ)
except SettingError as error:
    raise SystemExit(f"podium: {error}") from None
# Servers of one installation share a secret key, so that several installations can share one Redis.
INSTALLATION = f"podium:{hashlib.sha256(f'installation {SECRET_KEY}'.encode()).hexdigest()[:16]}"
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "playground.server.sockets.shared_layer.SharedLayer",
        "CONFIG": {"address": REDIS, "prefix": INSTALLATION, "capacity": 1000},
    }
}

# --- stepping -------------------------------------------------------------------------------------


def worker_count() -> int:
    named = os.environ.get("PODIUM_WORKERS", "").strip()
    if named:
        return max(0, int(named))
    return 0 if TESTING else max(1, (os.cpu_count() or 2) - 1)


PODIUM_WORKERS = worker_count()
try:
    WORKERS_REDIS = redis_address(os.environ, "PODIUM_WORKERS_REDIS")
except SettingError as error:
    raise SystemExit(f"podium: {error}") from None
WORKERS_KEY = os.environ.get("PODIUM_WORKERS_KEY", "").strip()
"""The key with which servers and workers sign their messages, because a broker does not name the sender."""
if WORKERS_REDIS and len(WORKERS_KEY) < 16:
    raise SystemExit("podium: PODIUM_WORKERS_KEY: PODIUM_WORKERS_REDIS needs a key of 16 characters or more")


# --- how long runs are kept -----------------------------------------------------------------------


def days(name: str, default: int) -> int:
    named = os.environ.get(name, "").strip()
    if named and not named.isdecimal():
        raise SystemExit(f"{name}: a number of days, got {named!r}")
    return int(named) if named else default


KEEP_DAYS = days("PODIUM_KEEP_DAYS", 90)
KEEP_SHARED_DAYS = days("PODIUM_KEEP_SHARED_DAYS", 365)

# --- languages ------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("id", _("Indonesian")),
    ("zh-hans", _("Simplified Chinese")),
    ("uk", _("Ukrainian")),
]
LOCALE_PATHS = [ASSETS / "locale"]
LANGUAGE_COOKIE_NAME = "podium_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = ENCRYPTED
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files ---------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [ASSETS / "static"]
STATIC_ROOT = DATA / "static" if HASHED_STATIC else None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "playground.server.static.without_comments.WithoutComments"
            if HASHED_STATIC
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not HASHED_STATIC
WHITENOISE_AUTOREFRESH = CHECKOUT and not HASHED_STATIC  # an edited file is served in its present state
WHITENOISE_MAX_AGE = 60 if HASHED_STATIC else 0
WHITENOISE_ALLOW_ALL_ORIGINS = False
if HASHED_STATIC:
    # WhiteNoise warns when the folder is missing before the first collectstatic.
    try:
        (DATA / "static").mkdir(exist_ok=True)
    except OSError as error:
        raise SystemExit(f"podium: {unusable(DATA, error)}") from None

# --- security -------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
#: Under https a cookie's name ties it to this very host (RFC 6265bis): no subdomain and no page without https
#: can set it. The cookies are secure, have the path /, and name no domain.
COOKIE_PREFIX = "__Host-" if ENCRYPTED else ""
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}podium_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = ENCRYPTED
CSRF_FAILURE_VIEW = "playground.server.http.error_pages.csrf_failure"
SESSION_COOKIE_NAME, SESSION_COOKIE_PATH = "podium_staff", "/staff/"
SESSION_COOKIE_SECURE, SESSION_COOKIE_SAMESITE = ENCRYPTED, "Strict"
SESSION_COOKIE_AGE = 8 * 3600
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
OWNER_COOKIE_SECURE = ENCRYPTED
TRUST_PROXY = flag("PODIUM_TRUST_PROXY")
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600

DATA_UPLOAD_MAX_MEMORY_SIZE = limits.IMPORT_BYTES + 64 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = limits.IMPORT_MEMORY_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 20

# --- metrics and traces: closed unless a setting opens them ---------------------------------------

METRICS_TOKEN = os.environ.get("PODIUM_METRICS_TOKEN", "")
try:
    METRICS_ADDRESS = host_and_port(os.environ, "PODIUM_METRICS")
except SettingError as error:
    raise SystemExit(f"podium: {error}") from None
TRACES = flag("PODIUM_TRACES")

# --- logging: one line for what went wrong, none for what went well -------------------------------

LOG_JSON = flag("PODIUM_LOG_JSON")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "ids": {"()": "playground.server.telemetry.access_log.IdsOfRequest"},
        "without_cancellations": {"()": "playground.server.http.abandoned_requests.WithoutCancellations"},
    },
    "formatters": {
        "line": {"format": "{levelname} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "{asctime}{levelname}{name}{message}{request}{run}",
            "style": "{",
            "datefmt": "%Y-%m-%dT%H:%M:%S%z",
            "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_JSON else "line",
            "filters": ["ids"] if LOG_JSON else [],
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Visitors cause 404s and foreign Host headers; django.request logs real failures as errors.
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "daphne": {"level": "WARNING"},
        "asyncio": {"filters": ["without_cancellations"]},
        "playground": {"level": "INFO"},
        "playground.access": {"level": "INFO" if LOG_JSON else "WARNING"},
    },
}
