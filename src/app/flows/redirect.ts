import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { redirectPorts } from '#src/ports/redirect.ts';
import { RedirectView } from '#src/views/redirect/redirect.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: redirectMachine.provide({ actors: redirectPorts(effects) }),
  View: RedirectView,
});
