import type { AnyStateMachine } from 'xstate';
import type { ChartMachine } from './types.ts';

/** The source text of a function on one line, without comments. */
export const normalizedSource = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(^|\s)\/\/[^\n]*/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The source text of a guard, an action or a delay. Built-in guards and actions of XState are described by their arguments. */
export function sourceText(value: unknown): string {
  if (Array.isArray(value)) return value.map(sourceText).join(', ');
  const isFunction = typeof value === 'function';
  if (!isFunction && (typeof value !== 'object' || value === null)) return String(value);
  const parts = Object.entries(value).filter(([name]) => name !== 'resolve');
  if (isFunction && parts.length === 0) return normalizedSource(String(value));
  const texts = parts.map(([name, inner]) =>
    name === 'check' ? inner.name : `${name}: ${sourceText(inner)}`,
  );
  return isFunction ? texts.join('; ') : `{ ${texts.join(', ')} }`;
}

/** The source texts of the guards, actions and delays of a machine, by kind and name, such as `guard isBlank`. */
export function rulesOf({ implementations }: AnyStateMachine): ChartMachine['rules'] {
  const { guards, actions, delays } = implementations;
  return Object.fromEntries(
    Object.entries({ guard: guards, action: actions, delay: delays }).flatMap(([kind, rules]) =>
      Object.entries(rules).map(([name, rule]) => [`${kind} ${name}`, sourceText(rule)]),
    ),
  );
}
