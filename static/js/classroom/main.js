/** The page of a room: a board whose frames come from the room, beside it the follower's or the presenter's part. */
import { start } from "../app/main.js";
import { createFollower } from "./follower/follower.js";
import { createRoomLine } from "./room/line.js";
import { createPresenter } from "./presenter/presenter.js";

const article = document.getElementById("room");
let line = null;
let part = null;

start(document.getElementById("board"), {
  beside(page) {
    const create = article.dataset.as === "presenter" ? createPresenter : createFollower;
    part = create(article, page, () => line);
    return part.beside;
  },
  createLine({ app, clock, player, tell }) {
    line = createRoomLine({
      as: article.dataset.as, player, clock, onChange: part.onChange, onError: part.onError,
      options: { app, tell, url: article.dataset.socket },
    });
    globalThis.podiumRoom = line;
    return line;
  },
});
