import { createContext } from 'react';

/** Writes the end of a countdown as a time of day, for a page that does not count (decision 236). */
export const TimeOfDay = createContext((deadline: number): string => new Date(deadline).toISOString());
