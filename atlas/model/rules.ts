import type { AnyStateMachine } from 'xstate';
import { normalizedSource, type VisibleDeclarations, withDeclarations } from './declarations.ts';
import type { ChartRules } from './types.ts';

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Source of a guard, action or delay; XState's own are described by their arguments. */
export function sourceText(value: unknown): string {
  if (typeof value === 'function') {
    const given = Object.entries(value).filter(([name]) => name !== 'resolve');
    if (given.length === 0) return normalizedSource(String(value));
    return given
      .map(([name, inner]) =>
        name === 'check' ? (inner as () => unknown).name : `${name}: ${sourceText(inner)}`,
      )
      .join('; ');
  }
  if (Array.isArray(value)) return value.map(sourceText).join(', ');
  if (isPlain(value))
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${sourceText(inner)}`)
      .join(', ')} }`;
  return String(value);
}

/**
 * The source of the guards, actions and delays of a machine, each with the declarations that it uses, so that a changed
 * constant changes the rules that use it.
 */
export function rulesOf({ implementations }: AnyStateMachine, reach: VisibleDeclarations): ChartRules {
  const { guards, actions, delays } = implementations;
  const texts = (kind: string, rules: object) =>
    Object.entries(rules).map(([name, rule]) => [
      `${kind} ${name}`,
      withDeclarations(name, sourceText(rule), reach),
    ]);
  return Object.fromEntries([
    ...texts('guard', guards),
    ...texts('action', actions),
    ...texts('delay', delays),
  ]);
}
