import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, TorusGeometry, Vector3, type Object3D } from 'three'
import { clamp } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { sizes } from './motion.ts'

/** What a worn brake is heard and seen by: the singing wear indicator, sparks of metal on metal. One phase is one period. */

const circle = Math.PI * 2
const share = (phase: number) => ((phase % 1) + 1) % 1

/** Arcs that spread from a spot downwards in the plane of the section. */
export function singing(parent: Object3D): (phase: number, strength: number) => void {
  const arcs = [0, 1, 2].map((index) => {
    const material = new MeshBasicMaterial({
      color: 0xffa21f,
      transparent: true,
      depthTest: false,
      toneMapped: false,
    })
    const arc = new Mesh(new TorusGeometry(1, 0.045, 8, 40, 1.5), material)
    arc.rotation.set(0, Math.PI / 2, 0)
    arc.geometry.rotateZ(-Math.PI / 2 - 0.75)
    arc.renderOrder = 9
    parent.add(arc)
    return { arc, material, offset: index / 3 }
  })
  return (phase, strength) => {
    for (const { arc, material, offset } of arcs) {
      const age = share(phase + offset)
      arc.visible = strength > 0.01
      arc.scale.setScalar(0.05 + 0.17 * age)
      material.opacity = clamp(strength) * Math.sin(age * Math.PI) * 0.95
    }
  }
}

/** Streaks that leave both faces of the disc in the direction of its motion and fall. */
export function sparks(parent: Object3D): (phase: number, strength: number) => void {
  const random = seeded(41)
  const group = new Group()
  parent.add(group)
  const shape = new CylinderGeometry(0.005, 0.0025, 1, 6)
  shape.rotateX(Math.PI / 2)
  const streaks = Array.from({ length: 56 }, (_, index) => {
    const side = index % 2 === 0 ? 1 : -1
    const material = new MeshBasicMaterial({ color: 0xffc24a, transparent: true, toneMapped: false })
    const streak = new Mesh(shape, material)
    group.add(streak)
    return {
      streak,
      material,
      from: new Vector3(0.01, 0.99 + 0.46 * random(), side * (sizes.disc + 0.004)),
      velocity: new Vector3(0.9 + 0.9 * random(), 0.15 - 0.75 * random(), side * (0.05 + 0.55 * random() ** 2)),
      offset: random(),
      // Whole numbers of flights a period, so that a loop closes.
      flights: 2 + Math.floor(random() * 3),
      length: 0.09 + 0.15 * random(),
    }
  })
  const ahead = new Vector3()
  return (phase, strength) => {
    group.visible = strength > 0.01
    for (const { streak, material, from, velocity, offset, flights, length } of streaks) {
      const age = share(phase * flights + offset)
      const fall = new Vector3(0, -0.5 * age * age, 0)
      streak.position
        .copy(from)
        .addScaledVector(velocity, age * 0.62)
        .add(fall)
      ahead
        .copy(streak.position)
        .add(velocity)
        .add(new Vector3(0, -1.6 * age, 0))
      streak.lookAt(parent.localToWorld(ahead))
      streak.scale.set(1, 1, length * (1 - 0.5 * age))
      material.opacity = clamp(strength * 1.2) * clamp((1 - age) * 1.6)
      material.color.setHSL(0.045 + 0.055 * (1 - age), 1, 0.45 + 0.13 * (1 - age))
    }
  }
}

/** The small quick motion of a singing tip: five swings a period. */
export const tremble = (phase: number, strength: number): number =>
  0.0035 * clamp(strength) * Math.sin(phase * 5 * circle)
