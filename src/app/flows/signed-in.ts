import { signedInMachine } from '#machines/signed-in/signed-in.machine.ts';
import type { LoadedFlow } from '#src/app/flow-chunk.ts';
import { SignedInView } from '#src/views/signed-in/signed-in.view.tsx';

export const assemble = (): LoadedFlow => ({ machine: signedInMachine, View: SignedInView });
