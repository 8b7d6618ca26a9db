import { createContext, useContext } from 'react';
import type { Branding } from '#wire/runtime-config.ts';

const BrandingContext = createContext<Branding>({});

export const BrandingProvider = BrandingContext.Provider;

/** The operator's branding; empty by default. */
export const useBranding = (): Branding => useContext(BrandingContext);
