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

/** Leads a browser without a session to a screen. */
export type OpenScreen = (stage: Stage) => Promise<void>;

export const onMethods =
  (open: (methods: MethodScreens, stage: Stage) => Promise<void>): OpenScreen =>
  (stage) =>
    open(methodScreensOf(stage.person, stage.text), stage);
