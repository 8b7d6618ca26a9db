import { createContext, useContext } from 'react';
import type { Branding } from '#wire/runtime-config.ts';

const BrandingContext = createContext<Branding>({});

export const BrandingProvider = BrandingContext.Provider;

/** The branding of the operator. An empty object outside of a {@link BrandingProvider}. */
export const useBranding = (): Branding => useContext(BrandingContext);
