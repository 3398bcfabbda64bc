/** The files that arguments of commands name: what is wrong with one is said of that file. */
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { toPrintable } from './printable.ts'

/** Reads the text of a file, or ends the command with the reason. */
export async function readInput(file: string, command: Command): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    return endWith(command, explainInput(file, error))
  }
}

/** Opens a file to read it, or ends the command with the reason. */
export async function openInput(file: string, command: Command): Promise<FileHandle> {
  try {
    const handle = await open(file)
    if (!(await handle.stat()).isDirectory()) return handle
    await handle.close()
  } catch (error) {
    return endWith(command, explainInput(file, error))
  }
  return endWith(command, isDirectory(file))
}

/**
 * Opens a file to write it, or ends the command with the reason.
 *
 * @param flags `wx` for a new file, `a` to continue one
 * @param hint what else helps if the file exists, as the end of a sentence
 */
export async function openOutput(
  file: string,
  command: Command,
  { flags = 'wx', hint = '' }: { readonly flags?: 'wx' | 'a'; readonly hint?: string } = {},
): Promise<FileHandle> {
  try {
    return await open(file, flags)
  } catch (error) {
    return endWith(command, explainOutput(file, error, hint))
  }
}

function endWith(command: Command, message: string): never {
  return command.error(toPrintable(`error: ${message}`))
}

function explainInput(file: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `There is no file ${file}.`
  if (code === 'EISDIR') return isDirectory(file)
  return `${file} cannot be read: ${reasonOf(error)}.`
}

function explainOutput(file: string, error: unknown, hint: string): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EEXIST') return `${file} exists. Name another file${hint}.`
  if (code === 'EISDIR') return isDirectory(file)
  if (code === 'ENOENT')
    return `There is no folder ${dirname(file)}. Create it, or name another file.`
  return `${file} cannot be written: ${reasonOf(error)}.`
}

function isDirectory(file: string): string {
  return `${file} is a directory: name a file.`
}

/** Without the call of the system and the path, which the message has. */
function reasonOf(error: unknown): string {
  return (error as Error).message.split(',')[0] ?? ''
}
