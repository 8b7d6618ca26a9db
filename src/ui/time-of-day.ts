import { createContext } from 'react';

/** The function that formats the end of a countdown as a time of day, for pages without scripts (rule 236). */
export const FormatTimeOfDay = createContext((deadline: number): string => new Date(deadline).toISOString());
