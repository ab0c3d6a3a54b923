import { buildVehicle } from './build.ts'
import { checkVehicle } from './check.ts'
import { vehicleSheet } from './sheet.ts'
import { vehicleIds, type VehicleId } from './vehicles.ts'

/** The vehicles that are meant: those named, or all. Throws when one is not there. */
function chosen(names: readonly string[]): VehicleId[] {
  const unknown = names.find((name) => !(vehicleIds as string[]).includes(name))
  if (unknown) throw new Error(`There is no vehicle ${unknown}. Vehicles: ${vehicleIds.join(', ')}`)
  return (names.length > 0 ? names : vehicleIds) as VehicleId[]
}

/** What is wrong with the vehicles, one line each: with file, line and cure. */
export const checkVehicles = (names: readonly string[] = []): string[] =>
  chosen(names).flatMap((id) =>
    checkVehicle(id).map(({ file, line, says }) => `vehicles/${id}/${file}:${line}: ${says}`),
  )

/** Makes what is missing or stale of the 360 views. */
export async function buildVehicles(names: readonly string[]): Promise<void> {
  for (const id of chosen(names)) await buildVehicle(id, { log: (line) => console.log(line) })
}

/** A contact sheet of one vehicle; `rendered` shows the pictures that are kept. */
export async function sheetOfVehicle(name: string, file: string, rendered: boolean): Promise<void> {
  const [id] = chosen([name])
  await vehicleSheet(id!, file, { rendered })
}
