import { hasHangul, latinKeys } from '#i18n/hangul-keys.ts';
import { settleParticles } from '#i18n/particles.ts';
import { IdleView } from '#src/views/idle/idle.view.tsx';
import { OperatorFooter } from '#src/views/operator/operator-footer.tsx';
import { TabsView } from '#src/views/tabs/tabs.view.tsx';
import { CookieWarning } from './cookie-warning.tsx';
import { withInputNote, writeFailure } from './failure-text.ts';
import type { LateParts } from './late-parts.ts';

/** The parts of the late chunk that views use. A page that the server renders has them from the start. */
export const VIEW_PARTS: LateParts = {
  CookieWarning,
  IdleView,
  OperatorFooter,
  TabsView,
  hasHangul,
  latinKeys,
  settleParticles,
  withInputNote,
  writeFailure,
};
