import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { isMachineSnapshot } from '#tests/support/model/snapshots.ts';
import type { JourneyState } from './graph.ts';
import type { Law } from './law.ts';

const childrenOf = (snapshot: AnyMachineSnapshot): readonly AnyActorRef[] =>
  Object.values<AnyActorRef | undefined>(snapshot.children).flatMap((ref) => ref ?? []);

const flowsIn = (snapshot: AnyMachineSnapshot): readonly AnyMachineSnapshot[] =>
  childrenOf(snapshot)
    .map((ref): unknown => ref.getSnapshot())
    .filter(isMachineSnapshot);

/** A machine and all machines that run inside it. */
const machinesIn = (snapshot: AnyMachineSnapshot): readonly AnyMachineSnapshot[] => [
  snapshot,
  ...flowsIn(snapshot).flatMap(machinesIn),
];

type Call = { readonly status: string; readonly input?: unknown };

const callsOf = (snapshot: AnyMachineSnapshot): readonly Call[] =>
  childrenOf(snapshot)
    .filter((ref) => !isMachineSnapshot(ref.getSnapshot()))
    .map((ref) => ref.getPersistedSnapshot() as unknown as Call);

/** The values that a machine stores, as text: its context and output, and the inputs and answers of its finished calls. */
const storedIn = (snapshot: AnyMachineSnapshot): string => {
  const { context, output, error } = snapshot;
  const finishedCalls = callsOf(snapshot).filter(({ status }) => status !== 'active');
  return JSON.stringify([context, output, error, finishedCalls]);
};

/** The values that a machine has passed on and that are still needed, as text: to its waiting calls, and to the flows inside it. */
const passedBy = (snapshot: AnyMachineSnapshot): string =>
  JSON.stringify([
    callsOf(snapshot)
      .filter(({ status }) => status === 'active')
      .map(({ input }) => input),
    flowsIn(snapshot).flatMap(machinesIn).map(storedIn),
  ]);

/**
 * Whether a passkey from the ID entry still waits for the passkey screen: while the portal looks up the person, while the
 * person enters the password, and until the passkey screen has loaded.
 */
function isPasskeyPending({ portal, flow }: JourneyState, { machine }: AnyMachineSnapshot): boolean {
  if (machine.id === 'id-entry') return flow?.snapshot.matches('recognising') === true;
  if (machine.id !== portal.machine.id) return false;
  return portal.matches('password') || (portal.matches('passkey') && flow === null);
}

/** The snapshot of every running machine. */
function machinesOf({ portal, flow }: JourneyState): readonly AnyMachineSnapshot[] {
  const background = flowsIn(portal).filter(({ machine }) => machine.id !== flow?.name);
  return [portal, ...(flow ? machinesIn(flow.snapshot) : []), ...background.flatMap(machinesIn)];
}

/** No running machine stores a secret of any flow, unless the machine has passed the secret to a call or flow that still runs. */
export const noSecretStays: Law = {
  name: 'no secret stays after its state has been left',
  problems: (state, { flowCases }) => {
    const passkeys = new Set(flowCases['passkey']?.secrets);
    const secrets = new Set(Object.values(flowCases).flatMap((cases) => cases.secrets ?? []));
    return machinesOf(state).flatMap((machineSnapshot) => {
      const stored = storedIn(machineSnapshot);
      const storedSecrets = [...secrets].filter((secret) => stored.includes(secret));
      if (storedSecrets.length === 0) return [];
      // The portal passes a secret to a flow as input, and does not need the secret any more.
      const passed = machineSnapshot === state.portal ? '' : passedBy(machineSnapshot);
      const isPending = isPasskeyPending(state, machineSnapshot);
      return storedSecrets
        .filter((secret) => !passed.includes(secret) && !(isPending && passkeys.has(secret)))
        .map((secret) => `${machineSnapshot.machine.id} stores ${secret}`);
    });
  },
};
