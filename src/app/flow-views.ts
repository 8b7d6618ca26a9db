import type { ComponentType } from 'react';
import type { ScreenFlow } from '#machines/portal/flows.ts';
import { IdEntryView } from '#src/views/id-entry/id-entry.view.tsx';

// biome-ignore lint/suspicious/noExplicitAny: each view takes the ref of its own machine, and the table holds many.
export type FlowView = ComponentType<{ readonly actor: any }>;

/** The view of each flow. The view of the first chunk is here; `load` adds the others. */
export const flowViews = new Map<ScreenFlow, FlowView>([['id-entry', IdEntryView]]);
