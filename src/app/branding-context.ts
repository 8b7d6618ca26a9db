import { createContext, useContext } from 'react';
import type { Branding } from '#wire/runtime-config.ts';

const BrandingContext = createContext<Branding>({});

export const BrandingProvider = BrandingContext.Provider;

/** What a person sees of the operator; nothing where nobody says it. */
export const useBranding = (): Branding => useContext(BrandingContext);
