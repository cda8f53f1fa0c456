/** n8n as it runs, killed in the middle of a thousand events. */
import '../support/run/many-events';
import './running-n8n.full.test';
