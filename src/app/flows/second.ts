import type { ActorRefFrom, AnyActorLogic, InputFrom, OutputFrom } from 'xstate';
import { codeMachine } from '#machines/code/code.machine.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { otpMachine } from '#machines/otp/otp.machine.ts';
import { passkeyMachine } from '#machines/passkey/passkey.machine.ts';
import { passwordMachine } from '#machines/password/password.machine.ts';
import { pushMachine } from '#machines/push/push.machine.ts';
import { qrMachine } from '#machines/qr/qr.machine.ts';
import { type SecondMachine, secondMachine } from '#machines/second/second.machine.ts';
import type { Flow } from '#machines/shared/port.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/lazy-flows.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { secondPorts } from '#src/ports/second.ts';
import { SecondView } from '#src/views/second/second.view.tsx';
import { codeKeeper, pushKeeper, qrKeeper } from './pending.ts';

/** A machine as the flow that another one declares: TypeScript proves input and outcome. */
const asFlow = <Logic extends AnyActorLogic>(machine: Logic) =>
  machine as unknown as Flow<InputFrom<Logic>, OutputFrom<Logic>>;

/** The second step: the flows of the methods as its children, each with the calls of this step. */
export function assemble({ client, portal, now, keepPending, flow }: FlowEffects): LoadedFlow {
  const second = () => flow('second') as ActorRefFrom<SecondMachine> | undefined;
  const ports = secondPorts({
    client,
    portal,
    now,
    purposes: { otp: () => purposeOf(portal(), 'code'), push: () => purposeOf(portal(), 'push') },
    isDefault: () => second()?.getSnapshot().context.isDefault === true,
  });
  const machine = secondMachine.provide({
    actors: {
      password: asFlow(passwordMachine.provide({ actors: ports.password })),
      emergency: asFlow(emergencyMachine.provide({ actors: ports.emergency })),
      code: asFlow(codeMachine.provide({ actors: ports.code })),
      otp: asFlow(
        otpMachine.provide({ actors: ports.otp, actions: { keepPending: codeKeeper(keepPending) } }),
      ),
      push: asFlow(
        pushMachine.provide({ actors: ports.push, actions: { keepPending: pushKeeper(keepPending) } }),
      ),
      qr: asFlow(
        qrMachine.provide({
          actors: ports.qr,
          actions: { keepPending: qrKeeper({ keepPending, portal }) },
        }),
      ),
      passkey: asFlow(passkeyMachine.provide({ actors: ports.passkey })),
      saveDefault: ports.saveDefault,
    },
    actions: { dropPending: () => keepPending(null) },
  });
  return { machine, View: SecondView };
}
