import type { FlowEffects, LoadedFlow } from '#src/app/flow-chunk.ts';
import { provideSelfAuth } from '#src/app/password-steps.ts';
import { SelfAuthView } from '#src/views/self-auth/self-auth.view.tsx';

export const assemble = (effects: FlowEffects): LoadedFlow => ({
  machine: provideSelfAuth(effects),
  View: SelfAuthView,
});
