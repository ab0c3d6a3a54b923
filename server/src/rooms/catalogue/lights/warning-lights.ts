import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { checkDrawing } from './drawing.ts'

/**
 * The dashboard warning lights under library/warning-lights/: the meaning of each, the action to take, and the related
 * films. Read once; a file that breaks the format aborts the start with a message that names the file and the field.
 */

/** In display order. */
export const lightSets = ['red', 'yellow', 'green'] as const

const Id = z.string().regex(/^[a-z][a-z_]*$/)
const Names = z
  .record(z.string().regex(/^[a-z]{2}-[A-Z]{2}$/), z.string().trim().min(1))
  .refine((names) => 'en-US' in names, 'no text for en-US')

const Light = z.strictObject({
  id: Id,
  colour: z.enum(['red', 'yellow', 'green', 'blue']),
  set: z.enum(lightSets),
  order: z.int().positive(),
  svg: z.string().regex(/^[a-z_]+\.svg$/),
  urgency: z.enum(['stop_now', 'check_soon', 'information']),
  parts: z.array(z.string().length(6)),
  name: Names,
  meaning: Names,
  action: Names,
})

const LightsFile = z
  .strictObject({ format: z.literal(1), lights: z.array(Light).min(1) })
  .superRefine(({ lights }, context) => {
    for (const [i, light] of lights.entries()) {
      const earlier = lights.slice(0, i)
      const refuse = (field: keyof typeof light, message: string) =>
        context.addIssue({ code: 'custom', path: ['lights', i, field], message })
      if (earlier.some(({ id }) => id === light.id)) refuse('id', `${light.id} is used twice`)
      if (earlier.some(({ set, order }) => set === light.set && order === light.order))
        refuse('order', `${light.order} is used twice in the set ${light.set}`)
      // Blue lights inform, as green ones do, and belong to the green set.
      if (light.set !== (light.colour === 'blue' ? 'green' : light.colour))
        refuse('set', `a ${light.colour} light does not belong to the set ${light.set}`)
    }
  })

export type WarningLight = z.output<typeof Light> & {
  /** The symbol as SVG in the current colour, 64 by 64 units. */
  drawing: string
}

/** Loads the warning lights of a library folder, by set and order. */
export function loadWarningLights(directory: string): readonly WarningLight[] {
  const folder = join(directory, 'warning-lights')
  const { lights } = read(join(folder, 'warning-lights.yaml'))
  return lights
    .toSorted((a, b) => lightSets.indexOf(a.set) - lightSets.indexOf(b.set) || a.order - b.order)
    .map((light) => ({ ...light, drawing: drawingOf(folder, light.id, light.svg) }))
}

function read(path: string): z.output<typeof LightsFile> {
  const parsed = LightsFile.safeParse(parseYaml(path))
  if (!parsed.success) throw new Error(`library: ${path} breaks its format:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

function parseYaml(path: string): unknown {
  try {
    return load(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`library: ${path} cannot be read`, { cause: error })
  }
}

function drawingOf(folder: string, id: string, svg: string): string {
  const path = join(folder, svg)
  if (!existsSync(path)) throw new Error(`library: ${path}, the svg of ${id}, is missing`)
  const drawing = readFileSync(path, 'utf8')
  const fault = checkDrawing(drawing)
  if (fault) throw new Error(`library: ${path}, the svg of ${id}: ${fault}`)
  return drawing
}
