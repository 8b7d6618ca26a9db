import base from './styles/base.css?inline';
import chart from './styles/chart.css?inline';
import controls from './styles/controls.css?inline';
import dock from './styles/dock.css?inline';
import panel from './styles/panel.css?inline';

/** The styles of the inspector, for its shadow root, which the styles of the page do not affect. */
export const css = [base, controls, dock, panel, chart].join('\n');
