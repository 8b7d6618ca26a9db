import type { ComponentType } from 'react';
import type { ScreenFlow } from '#machines/portal/flows.ts';
import { IdEntryView } from '#src/views/id-entry/id-entry.view.tsx';

// biome-ignore lint/suspicious/noExplicitAny: each view accepts only actors of its own machine, and the map contains all views.
export type FlowView = ComponentType<{ readonly actor: any }>;

/**
 * The views by flow. Only the ID entry is in the first chunk; the view of any other flow is added when the flow first
 * starts.
 */
export const flowViews = new Map<ScreenFlow, FlowView>([['id-entry', IdEntryView]]);
