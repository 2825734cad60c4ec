from base64 import b64encode

from tests.range.client import Client
from tests.range.limits import EMOJI_BYTES
from tests.range.server import Range
from tests.range.world import APPLICATION

EMOJIS = f"/applications/{APPLICATION}/emojis"
PICTURE = "data:image/png;base64,"


async def test_emojis_are_kept_until_they_are_deleted(client: Client) -> None:
    new = {"name": "krakow_seat0_1a2b3c", "image": PICTURE}
    kept = (await client.ask("POST", EMOJIS, new)).body
    assert (await client.ask("GET", EMOJIS)).body == {"items": [kept]}
    assert (await client.ask("POST", EMOJIS, new)).wrong == (400, 50035)
    path = f"{EMOJIS}/{kept['id']}"
    assert (await client.ask("DELETE", path)).status == 204
    assert (await client.ask("DELETE", path)).wrong == (404, 10014)
    assert (await client.ask("GET", EMOJIS)).body == {"items": []}


async def test_emojis_with_a_wrong_name_or_picture_are_refused(
    discord: Range, client: Client
) -> None:
    large = PICTURE + b64encode(bytes(EMOJI_BYTES + 1)).decode()
    for new in ({"name": "ż" * 5, "image": PICTURE}, {"name": "x" * 33, "image": PICTURE},
                {"name": "large", "image": large}):  # fmt: skip
        assert (await client.ask("POST", EMOJIS, new)).wrong == (400, 50035)
    discord.undescribed.clear()  # the description refuses these, too


async def test_two_thousand_emojis_are_enough(discord: Range, client: Client) -> None:
    discord.emojis.update({str(n): {"id": str(n), "name": f"e{n}"} for n in range(1999)})
    assert (await client.ask("POST", EMOJIS, {"name": "last", "image": PICTURE})).status < 300
    refused = await client.ask("POST", EMOJIS, {"name": "more", "image": PICTURE})
    assert refused.wrong == (400, 30008)
