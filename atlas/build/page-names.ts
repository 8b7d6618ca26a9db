/** The names of the pages of the site besides those of machines, as they are in its links. */
export const START = 'start';
export const JOURNEYS = 'journeys';
export const CODES = 'codes';
export const TRY = 'try';
export const MAP = 'map';
export const CHANGES = 'changes';
export const FILTER = 'filter';
export const REMARKS = 'remarks';
export const LIMITS = 'fixed';
export const TEXTS = 'texts';
/** The folder with the screens of the revision that the site is compared with. */
export const BEFORE = 'before';
