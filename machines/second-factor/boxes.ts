import type { Boxes } from '#machines/shared/boxes.ts';
import type { SecondFactorContext } from './second-factor.types.ts';

/** The check boxes of the second step, as the login call sends them. */
export const boxesOf = ({ isDefault, remembers }: SecondFactorContext): Boxes => ({
  always: isDefault,
  alwaysSend: false,
  ...(remembers && { remembers }),
});
