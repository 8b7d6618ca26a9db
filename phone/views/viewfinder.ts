import { createContext } from 'react';

/** The element that shows the picture of the camera; null if the app is rendered without a camera, as in tests. */
export const Viewfinder = createContext<HTMLVideoElement | null>(null);
