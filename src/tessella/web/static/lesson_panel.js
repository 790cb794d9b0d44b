/* Words of a lesson, beside its example: the idea, and when to look for it. */

import { make, reachable } from "./dom.js";

export class LessonPanel {
  /** @param {string} heading the tag of headings: a notebook has headings of its own */
  constructor(heading) {
    this.heading = heading;
    this.node = make("section", { class: "words", hidden: true });
    reachable(this.node);
  }

  /** @param {{technique: string, idea: string[], look: string}?} lesson null to show none */
  draw(lesson, labels) {
    this.node.hidden = !lesson;
    if (!lesson || this.shown === lesson.idea[0]) return;
    this.shown = lesson.idea[0];
    this.node.setAttribute("aria-label", lesson.technique);
    this.node.replaceChildren(
      make(this.heading, {}, labels.idea),
      make("ol", {}, ...lesson.idea.map((sentence) => make("li", {}, sentence))),
      make(this.heading, {}, labels.look),
      make("p", {}, lesson.look),
    );
    this.node.scrollTop = 0;
  }
}
