"""Shapes of a picture, and their JSON."""

import json

from playground.gallery.pictures.shapes import Box, Line, Picture, Sign


def test_a_picture_comes_back_from_its_json() -> None:
    picture = Picture(
        "cluster",
        3,
        (Box(1.0, 2.0, 3.0, 4.0, "pod", 2, "p"),),
        (Line(0.0, 1.0, 2.0, 3.0, "floor"),),
        (Sign(5.0, 6.0, "disk"),),
    )

    back = Picture.from_json(json.loads(json.dumps(picture.to_json())))

    assert picture == back


def test_a_card_that_was_not_drawn_yet_has_an_empty_picture() -> None:
    assert Picture("", 0) == Picture.from_json({})


def test_a_sign_is_sixteen_wide_around_its_middle() -> None:
    sign = Sign(20.0, 30.0, "disk")

    assert (12.0, 22.0) == (sign.left, sign.top)
