import { Fragment, type ReactNode, type RefObject, useState } from 'react';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';

type WithProblem = { getSnapshot(): { readonly context: { readonly problem: unknown } } };

/**
 * The problem of a field. After a submit, `announce` focuses the field and announces the problem, even when it is the
 * same as before.
 */
export function useFieldProblem(
  actor: WithProblem,
  problem: MessageKey | null,
  field: RefObject<HTMLInputElement | null>,
): { readonly error: ReactNode; readonly announceProblem: () => void } {
  const text = useText();
  const [announcements, setAnnouncements] = useState(0);
  return {
    error: problem ? <Fragment key={announcements}>{text(problem)}</Fragment> : undefined,
    announceProblem() {
      if (!actor.getSnapshot().context.problem) return;
      field.current?.focus();
      setAnnouncements((count) => count + 1);
    },
  };
}
