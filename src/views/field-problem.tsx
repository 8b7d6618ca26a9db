import { Fragment, type ReactNode, type RefObject, useState } from 'react';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';

type WithProblem = { getSnapshot(): { readonly context: { readonly problem: unknown } } };

/**
 * What is wrong with a field. After a submit, `tell` puts the focus into a field that has a problem and has
 * the problem announced, also when it is the same as the last time.
 */
export function useFieldProblem(
  actor: WithProblem,
  problem: MessageKey | null,
  field: RefObject<HTMLInputElement | null>,
): { readonly error: ReactNode; readonly tell: () => void } {
  const text = useText();
  const [told, setTold] = useState(0);
  return {
    error: problem ? <Fragment key={told}>{text(problem)}</Fragment> : undefined,
    tell() {
      if (!actor.getSnapshot().context.problem) return;
      field.current?.focus();
      setTold((times) => times + 1);
    },
  };
}
