import type { AtlasData } from '#atlas/build/data.ts';
import type { LocalizedText } from '#atlas/screens/types.ts';

declare global {
  /** The data of the atlas. The script `data.js` sets this variable; the page loads it before all other scripts. */
  var FLOW_ATLAS: AtlasData;
}

export const data = globalThis.FLOW_ATLAS;

/** The reason why no screen shows a text. */
export const noScreenReason = (key: string): LocalizedText | undefined =>
  data.textsWithoutScreen.find(({ keys }) => keys.includes(key))?.reason;
