/** The page of a room: a board whose frames come from the room, beside it the follower's or the presenter's part. */
import { start } from "../app/main.js";
import { createFollower } from "./follower/follower.js";
import { createRoomLine } from "./room/line.js";
import { createPresenter } from "./presenter/presenter.js";

const article = document.getElementById("room");
const { as, socket: url } = article.dataset;

start(document.getElementById("board"), {
  beside(page) {
    const { app, player, clock, tell } = page;
    const line = createRoomLine({ as, player, clock, options: { app, tell, url } });
    const part = (as === "presenter" ? createPresenter : createFollower)(article, page, line);
    line.listen(part);
    globalThis.podiumRoom = line;
    return { ...part.beside, line };
  },
  createLine: ({ beside }) => beside.line,
});
