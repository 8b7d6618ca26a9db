import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { ChooserMachine } from '#machines/chooser/chooser.machine.ts';
import { tilesOf } from '#machines/chooser/tiles.ts';

/** Values that distinguish the variants of a state, as `name: value`. */
function valuesOf(values: unknown, path = ''): readonly string[] {
  if (typeof values !== 'object' || values === null) return [`${path}: ${String(values)}`];
  return Object.entries(values).flatMap(([name, value]) =>
    valuesOf(value, path === '' ? name : `${path}.${name}`),
  );
}

/** The tiles of the chooser with their states (spec section 4). */
const tilesOn = ({ policy, lookUp, isSaas, passkeySupport }: ContextFrom<ChooserMachine>): unknown =>
  Object.fromEntries(
    tilesOf(policy, lookUp, isSaas, passkeySupport).map(({ method, state, reason }) => [
      method,
      reason ? `${state} (${reason})` : state,
    ]),
  );

/** The part of a context that a screen can show: of the portal some values, of a flow the complete context. */
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

/** Context values that no screen shows. */
const HIDDEN_VALUES =
  /^(policy|clientId|userId|login|origin|outcome|change|identified|assertion|request|isToken\w+|isSent|channels|conditions|setting|grantedFor|chosenAnswer|finishedCalls|lastChange|unansweredPassword|key|isInsideApp|registered|factorsOfType|ip|isSaas|flowType|policyId|code|listsFactors|hasOverview|factorTypes|appMethods|selfAuth|offline|secret|credential|overview|selectedFactor)\b/;

/** The visible values of a moment, as `name: value`. */
export const visibleValues = (snapshot: AnyMachineSnapshot): readonly string[] =>
  valuesOf(visibleContext(snapshot)).filter((line) => !HIDDEN_VALUES.test(line));
