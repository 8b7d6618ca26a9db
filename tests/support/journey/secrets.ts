import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { World } from './graph.ts';
import type { Law } from './law.ts';

const isMachine = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === 'object' && snapshot !== null && '_nodes' in snapshot;

const childrenOf = (snapshot: AnyMachineSnapshot): readonly AnyActorRef[] =>
  Object.values<AnyActorRef | undefined>(snapshot.children).flatMap((ref) => ref ?? []);

const flowsIn = (snapshot: AnyMachineSnapshot): readonly AnyMachineSnapshot[] =>
  childrenOf(snapshot)
    .map((ref): unknown => ref.getSnapshot())
    .filter(isMachine);

/** A machine and all that run inside of it. */
const machinesIn = (snapshot: AnyMachineSnapshot): readonly AnyMachineSnapshot[] => [
  snapshot,
  ...flowsIn(snapshot).flatMap(machinesIn),
];

type Call = { readonly status: string; readonly input?: unknown };

const callsOf = (snapshot: AnyMachineSnapshot): readonly Call[] =>
  childrenOf(snapshot)
    .filter((ref) => !isMachine(ref.getSnapshot()))
    .map((ref) => ref.getPersistedSnapshot() as unknown as Call);

/** What a machine keeps: its values, its output, and what calls that are over were given and have answered. */
const keptIn = (snapshot: AnyMachineSnapshot): string => {
  const { context, output, error } = snapshot;
  const over = callsOf(snapshot).filter(({ status }) => status !== 'active');
  return JSON.stringify([context, output, error, over]);
};

/** What a machine has given to those that still need it: the calls that wait, and the flows inside of it. */
const givenIn = (snapshot: AnyMachineSnapshot): string =>
  JSON.stringify([
    callsOf(snapshot)
      .filter(({ status }) => status === 'active')
      .map(({ input }) => input),
    flowsIn(snapshot).flatMap(machinesIn).map(keptIn),
  ]);

/**
 * A passkey that was shown at the ID entry waits for its screen: while its person is looked up, behind the password,
 * and until the screen is there.
 */
function isPasskeyAhead({ portal, flow }: World, { machine }: AnyMachineSnapshot): boolean {
  if (machine.id === 'id-entry') return flow?.snapshot.matches('recognising') === true;
  if (machine.id !== portal.machine.id) return false;
  return portal.matches('password') || (portal.matches('passkey') && flow === null);
}

/** Every running machine. */
function machinesOf({ portal, flow }: World): readonly AnyMachineSnapshot[] {
  const beside = flowsIn(portal).filter(({ machine }) => machine.id !== flow?.name);
  return [portal, ...(flow ? machinesIn(flow.snapshot) : []), ...beside.flatMap(machinesIn)];
}

/** No machine that runs keeps a secret of any flow, unless something that it has given it to still needs it. */
export const secretsGo: Law = {
  name: 'no secret stays once its state is left',
  problems: (world, { flowCases }) => {
    const passkeys = new Set(flowCases['passkey']?.secrets);
    const secrets = new Set(Object.values(flowCases).flatMap((cases) => cases.secrets ?? []));
    return machinesOf(world).flatMap((each) => {
      const kept = keptIn(each);
      const found = [...secrets].filter((secret) => kept.includes(secret));
      if (found.length === 0) return [];
      // The portal hands over by the input of a flow, which has it then: it needs it no more.
      const needed = each === world.portal ? '' : givenIn(each);
      const isAhead = isPasskeyAhead(world, each);
      return found
        .filter((secret) => !needed.includes(secret) && !(isAhead && passkeys.has(secret)))
        .map((secret) => `${each.machine.id} keeps ${secret}`);
    });
  },
};
