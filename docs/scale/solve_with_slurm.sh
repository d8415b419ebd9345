#!/bin/sh
# An array job of Slurm that solves the parts 0 to 99 of a folder, submitted from here:
#
#     sbatch --array=0-99 --output=FOLDER/%a.log solve_with_slurm.sh FOLDER
#
# A task that fails is queued again, three times at most. Slurm itself queues those again whose node
# fails.
#SBATCH --job-name=sudokus
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
part=$1/$(printf %05d "$SLURM_ARRAY_TASK_ID").part
"$SLURM_SUBMIT_DIR"/solve_part.sh "$part" && exit
[ "${SLURM_RESTART_COUNT:-0}" -ge 3 ] || scontrol requeue "$SLURM_JOB_ID"
exit 1
