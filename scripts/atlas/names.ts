/** The map of the portal among the charts. */
export const MAP = 'map';
