import { otpMachine } from '#machines/otp/otp.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/lazy-flows.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { otpPorts } from '#src/ports/otp.ts';
import { OtpView } from '#src/views/otp/otp.view.tsx';
import { codeKeeper } from './pending.ts';

export const assemble = ({ client, portal, now, keepPending }: FlowEffects): LoadedFlow => ({
  machine: otpMachine.provide({
    actors: otpPorts({ client, portal, now, purpose: () => purposeOf(portal(), 'code') }),
    actions: { keepPending: codeKeeper(keepPending) },
  }),
  View: OtpView,
});
