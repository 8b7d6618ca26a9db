import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { ChooserMachine } from '#machines/chooser/chooser.machine.ts';
import { tilesOf } from '#machines/chooser/tiles.ts';

/** The texts, numbers and booleans in a value at any depth, as `path: value`. */
function linesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${String(value)}`];
  return Object.entries(value).flatMap(([name, inner]) =>
    linesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** The tiles of the chooser with their states (spec section 4), such as `N (noContact)`, by method. */
const tilesOn = ({ policy, lookUp, isSaas, passkeySupport }: ContextFrom<ChooserMachine>): unknown =>
  Object.fromEntries(
    tilesOf(policy, lookUp, isSaas, passkeySupport).map(({ method, state, reason }) => [
      method,
      reason ? `${state} (${reason})` : state,
    ]),
  );

/**
 * The part of a context that a screen can show: tiles for the chooser, some values for the portal, all for other
 * flows.
 */
function visibleContext({ machine, context }: AnyMachineSnapshot): unknown {
  if (machine.id === 'chooser') return tilesOn(context);
  if (machine.id !== 'portal') return context;
  const { method, errorReason, failure, otherTabUserId, client, remark } = context;
  return {
    method,
    errorReason,
    failure,
    otherTabUserId,
    client: client && { ...client, displayContent: '' },
    remark,
  };
}

/** Matches the lines of context values that no screen shows. */
const HIDDEN_LINES =
  /^(policy|clientId|userId|login|origin|outcome|change|identified|assertion|request|isToken\w+|isSent|channels|conditions|setting|grantedFor|chosenAnswer|finishedCalls|lastChange|unansweredPassword|key|isInsideApp|registered|factorsOfType|ip|isSaas|flowType|policyId|code|listsFactors|hasOverview|factorTypes|appMethods|selfAuth|offline|secret|credential|overview|selectedFactor)\b/;

/** The values of a snapshot that a screen can show, as `path: value`. */
export const visibleValues = (snapshot: AnyMachineSnapshot): readonly string[] =>
  linesOf(visibleContext(snapshot)).filter((line) => !HIDDEN_LINES.test(line));
