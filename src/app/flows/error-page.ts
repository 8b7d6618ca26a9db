import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import type { LoadedFlow } from '#src/app/flow-chunk.ts';
import { ErrorPageView } from '#src/views/error-page/error-page.view.tsx';

export const assemble = (): LoadedFlow => ({ machine: errorPageMachine, View: ErrorPageView });
