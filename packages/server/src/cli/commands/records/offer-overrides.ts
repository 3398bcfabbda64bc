/** `entrepot offers overrides`. */
import { readFile } from 'node:fs/promises'
import { exportOverrides, importOverrides, isRefusal } from '@entrepot/marketplace'
import type { EntrepotCommand } from '../../terminal/entrepot-command.ts'
import { printOutcome } from '../../terminal/print.ts'
import { toPrintableLines } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type OfChannel, ofChannel, withChannel } from './channel-option.ts'
