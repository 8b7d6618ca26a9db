import { offerPasskeyMachine } from '#machines/offer-passkey/offer-passkey.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { offerPasskeyPorts } from '#src/ports/offer-passkey.ts';
import { OfferPasskeyView } from '#src/views/offer-passkey/offer-passkey.view.tsx';

export const assemble = ({ pageWindow, client }: FlowEffects): LoadedFlow => ({
  machine: offerPasskeyMachine.provide({ actors: offerPasskeyPorts(pageWindow, client) }),
  View: OfferPasskeyView,
});
