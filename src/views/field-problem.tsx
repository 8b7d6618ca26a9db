import { Fragment, type ReactNode, type RefObject, useState } from 'react';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';

type ActorWithProblem = { getSnapshot(): { readonly context: { readonly problem: unknown } } };

/**
 * Returns the text of a field's problem. `announceProblem` must be called after a submit: if there is a problem, it
 * focuses the field, and screen readers announce the problem, even if it is the same as before.
 */
export function useFieldProblem(
  actor: ActorWithProblem,
  problem: MessageKey | null,
  field: RefObject<HTMLInputElement | null>,
): { readonly error: ReactNode; readonly announceProblem: () => void } {
  const text = useText();
  const [announcementCount, setAnnouncementCount] = useState(0);
  return {
    error: problem ? <Fragment key={announcementCount}>{text(problem)}</Fragment> : undefined,
    announceProblem() {
      if (!actor.getSnapshot().context.problem) return;
      field.current?.focus();
      setAnnouncementCount((count) => count + 1);
    },
  };
}
