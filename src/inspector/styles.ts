import base from './styles/base.css?inline';
import chart from './styles/chart.css?inline';
import controls from './styles/controls.css?inline';
import dock from './styles/dock.css?inline';
import panel from './styles/panel.css?inline';

/** The look of the inspector, inside its own shadow: the page's own rules reach none of it. */
export const css = [base, controls, dock, panel, chart].join('\n');
