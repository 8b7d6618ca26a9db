/** The first page. */
export const START = 'start';

/** The page of the ways that people take, screen by screen. */
export const JOURNEYS = 'journeys';

/** The page of the codes by which a server refuses. */
export const CODES = 'codes';

/** The page on which the screens can be used. */
export const TRY = 'try';

/** The map of all screens among the charts. */
export const MAP = 'map';

/** The page of changes since a revision. */
export const CHANGES = 'changes';

/** The folder with the screens of the revision that an atlas is compared with. */
export const BEFORE = 'before';

/** The page on which the looks are filtered. */
export const FILTER = 'filter';

/** The page of all remarks. */
export const REMARKS = 'remarks';

/** The page of fixed values and of texts that are on no screen. */
export const LIMITS = 'fixed';
