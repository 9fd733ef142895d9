"""An authorization server and an API for tests: django-oauth-toolkit with a user who is always signed in, and agrees at once.

Usage: server.py PORT DATABASE
It takes a free port for 0, and prints the port that it takes.
"""

import sys
from datetime import timedelta

from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler


class Quiet(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


server = WSGIServer(("127.0.0.1", int(sys.argv[1])), Quiet)

settings.configure(
    DEBUG=False,
    SECRET_KEY="for tests",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="__main__",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[2]}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "oauth2_provider"],
    MIDDLEWARE=["__main__.SignedIn"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    OAUTH2_PROVIDER={
        "SCOPES": {"read": "Read", "write": "Write"},
        "DEFAULT_SCOPES": ["read"],
        "ROTATE_REFRESH_TOKEN": True,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "DEVICE_FLOW_INTERVAL": 1,
        "OAUTH_DEVICE_VERIFICATION_URI": f"http://127.0.0.1:{server.server_port}/device/",
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
        "OIDC_ENABLED": False,
        "OAUTH2_GRANT_TYPES_SUPPORTED": [
            "authorization_code", "client_credentials", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
        ],
    },
)


class SignedIn:
    """Signs each request in as the same user."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        from django.contrib.auth.models import User

        request._dont_enforce_csrf_checks = True
        if not request.path.startswith("/api/"):
            request.user = User.objects.get(username="ada")
        return self.get_response(request)


django.setup()

from django.core.management import call_command  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from django.utils import timezone  # noqa: E402
from oauth2_provider.models import AccessToken, Application, DeviceGrant, RefreshToken  # noqa: E402
from oauth2_provider.oauth2_validators import OAuth2Validator  # noqa: E402
from oauthlib.oauth2 import Server  # noqa: E402


def api(request, scope):
    """The items, for a token with the scope."""
    valid, token = Server(OAuth2Validator()).verify_request(
        request.build_absolute_uri(), request.method, None, {"Authorization": request.headers.get("Authorization", "")}, []
    )
    if not valid:
        return JsonResponse({}, status=401, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    if scope not in token.access_token.scope.split():
        challenge = f'Bearer error="insufficient_scope", scope="{scope}"'
        return JsonResponse({}, status=403, headers={"WWW-Authenticate": challenge})
    return JsonResponse({"client": token.access_token.application.name, "scope": token.access_token.scope})


def expire(request):
    """Lets all access tokens expire."""
    return JsonResponse({"count": AccessToken.objects.update(expires=timezone.now() - timedelta(hours=1))})


def agree(request, user_code):
    """Agrees to a sign-in on a device."""
    grant = DeviceGrant.objects.get(user_code=user_code)
    grant.user = request.user
    grant.status = DeviceGrant.AUTHORIZED
    grant.save()
    return JsonResponse({})


def counts(request):
    """The numbers of tokens."""
    return JsonResponse(
        {
            "access": AccessToken.objects.count(),
            "refresh": RefreshToken.objects.count(),
            "revoked": RefreshToken.objects.filter(revoked__isnull=False).count(),
        }
    )


urlpatterns = [
    path("api/<str:scope>", api),
    path("expire", expire),
    path("agree/<str:user_code>", agree),
    path("counts", counts),
    path("", include("oauth2_provider.urls", namespace="oauth2_provider")),
]


def prepare():
    from django.contrib.auth.models import User

    call_command("migrate", verbosity=0)
    user = User.objects.create(username="ada")
    code = {"authorization_grant_type": Application.GRANT_AUTHORIZATION_CODE, "skip_authorization": True, "user": user}
    Application.objects.create(
        name="app", client_id="app", client_type=Application.CLIENT_PUBLIC, client_secret="",
        redirect_uris="http://127.0.0.1:9999/callback", **code,
    )
    Application.objects.create(
        name="service", client_id="service:1", client_secret="s:e%c &+", user=user,
        client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_CLIENT_CREDENTIALS,
    )
    Application.objects.create(
        name="device", client_id="device", client_secret="", user=user,
        client_type=Application.CLIENT_PUBLIC, authorization_grant_type=Application.GRANT_DEVICE_CODE,
    )


prepare()
server.set_app(WSGIHandler())
print("Listening at", server.server_port, flush=True)
server.serve_forever()
