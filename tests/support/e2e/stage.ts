import { type MethodScreens, methodScreensOf } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { Language, WriteText } from '#tests/support/e2e/texts.ts';

/** Options for opening a screen. */
export type Stage = {
  readonly person: Person;
  readonly text: WriteText;
  /** Origin of the lab. */
  readonly lab: string;
  readonly language: Language;
};

/** Leads a browser that is signed in nowhere to a screen. */
export type Open = (stage: Stage) => Promise<void>;

export const onMethods =
  (open: (methods: MethodScreens, stage: Stage) => Promise<void>): Open =>
  (stage) =>
    open(methodScreensOf(stage.person, stage.text), stage);
