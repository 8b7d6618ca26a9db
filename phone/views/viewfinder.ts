import { createContext } from 'react';

/** The element in which the camera shows its picture; null where there is none, as in tests of the screens. */
export const Viewfinder = createContext<HTMLVideoElement | null>(null);
