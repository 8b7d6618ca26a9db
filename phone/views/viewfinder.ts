import { createContext } from 'react';

/** The element that shows the picture of the camera; null in tests of the screens. */
export const Viewfinder = createContext<HTMLVideoElement | null>(null);
